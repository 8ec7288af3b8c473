// jansson. Swift takes its functions and inline functions as they are; its macros have a way without them:
// json_is_object and its kin are `json.pointee.type`, json_boolean is json_true() or json_false(), and objects are
// walked by json_object_iter and json_object_iter_next in place of json_object_foreach.
#include <jansson.h>
