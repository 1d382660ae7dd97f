// utf8proc: normalisation.
#pragma once
#include <utf8proc.h>
