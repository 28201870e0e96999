#pragma once

/* Since 2.88, GLib marks enumerations of flags, and Swift imports what is marked as another kind of
   type: without the mark they are what they are in older versions. */
#define flag_enum unmarked
