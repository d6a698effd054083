#ifndef CBYTESCAN_H
#define CBYTESCAN_H

#endif
