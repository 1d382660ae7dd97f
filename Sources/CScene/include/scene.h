// The built-in scene of the embedded gateway: bots/agent.json and its pictures, inside the binary.
#pragma once
#include <stddef.h>

extern const unsigned char *const scene_agent, *const scene_lighthouse, *const scene_harbour;
extern const size_t scene_agent_size, scene_lighthouse_size, scene_harbour_size;
