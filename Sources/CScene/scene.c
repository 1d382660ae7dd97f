#include "scene.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char agent[] = {
#embed "../../bots/agent.json"
};
static const unsigned char lighthouse[] = {
#embed "../../bots/media/lighthouse.png"
};
static const unsigned char harbour[] = {
#embed "../../bots/media/harbour.png"
};

const unsigned char *const scene_agent = agent, *const scene_lighthouse = lighthouse, *const scene_harbour = harbour;
const size_t scene_agent_size = sizeof agent, scene_lighthouse_size = sizeof lighthouse, scene_harbour_size = sizeof harbour;
