// OpenSSL, with its macro APIs as functions.
#pragma once
#include <openssl/err.h>
#include <openssl/ssl.h>
