// zlib.
#pragma once
#include <zlib.h>
