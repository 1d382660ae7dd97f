// RE2 behind a C interface.
#pragma once
