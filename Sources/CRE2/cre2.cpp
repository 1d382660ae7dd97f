#include "cre2.h"
