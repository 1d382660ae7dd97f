// libcurl, with its variadic APIs as typed functions.
#pragma once
#include <curl/curl.h>
