// The least that a bridge to MQTT can do with wheel-mqtt's library: it publishes each value of a control, with QoS 0.
//
// usage: mqtt SOCKET PORT
#include "values.h"

#include <mosquitto.h>

static struct mosquitto *broker;

static void pass(const char *value) {
    mosquitto_publish(broker, NULL, "floor/c0/value", (int)strcspn(value, ",}"), value, 0, 1);
}

int main(int count, char **words) {
    if (count < 3)
        return 2;
    mosquitto_lib_init();
    broker = mosquitto_new(NULL, 1, NULL);
    if (mosquitto_connect(broker, "127.0.0.1", atoi(words[2]), 60) != MOSQ_ERR_SUCCESS)
        return 1;
    mosquitto_loop_start(broker);
    return follow(words[1], pass);
}
