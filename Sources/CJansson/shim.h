// jansson. Swift imports its functions but not its macros. The macros are replaced as follows: json_is_object and
// similar macros by `json.pointee.type`, json_boolean by json_true() or json_false(), json_object_foreach by
// json_object_iter and json_object_iter_next.
#include <jansson.h>
