#include "CByteScan.h"
