#!/usr/bin/env python3
"""Runs a program on a terminal of its own, and presses keys.

terminal.py COLUMNS ROWS [KEYS@TEXT ...] -- PROGRAM ARGUMENT...

Presses KEYS once TEXT has been shown, one after the other. At the end it prints what was shown, the
exit code, and whether the terminal is as it was.
"""
import fcntl
import os
import pty
import select
import struct
import sys
import termios

columns, rows = int(sys.argv[1]), int(sys.argv[2])
end = sys.argv.index("--")
keys = [item.split("@", 1) for item in sys.argv[3:end]]
process, terminal = pty.fork()
if process == 0:
    # The size has to be there before the program looks.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.environ["TERM"] = "xterm"
    os.execvp(sys.argv[end + 1], sys.argv[end + 1:])
before = termios.tcgetattr(terminal)[3] & (termios.ICANON | termios.ECHO)
shown = b""
place = 0
after = before
while True:
    readable, _, _ = select.select([terminal], [], [], 120)
    try:
        data = os.read(terminal, 65536) if readable else b""
    except OSError:
        data = b""
    if not data:
        break
    shown += data
    after = termios.tcgetattr(terminal)[3] & (termios.ICANON | termios.ECHO)
    while keys and keys[0][1].encode() in shown[place:]:
        place = shown.index(keys[0][1].encode(), place) + len(keys[0][1].encode())
        os.write(terminal, keys.pop(0)[0].encode())
_, status = os.waitpid(process, 0)
sys.stdout.buffer.write(shown)
code = os.waitstatus_to_exitcode(status)
print(f"\nexit {code} terminal {'restored' if after == before else 'changed'} keys left {len(keys)}")
