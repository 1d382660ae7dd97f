// Google's brotli decoder.
#pragma once
#include <brotli/decode.h>
#include <malloc.h>
#include <stdlib.h>
