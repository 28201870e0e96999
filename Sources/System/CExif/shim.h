#pragma once
#include "../plain-flags.h"
#include <gexiv2/gexiv2.h>

// Since 0.16, the functions that tell of errors have the names that those without had before.
#if GEXIV2_CHECK_VERSION(0, 16, 0)
#define EXIF_CALL(name) gexiv2_metadata_##name
#else
#define EXIF_CALL(name) gexiv2_metadata_try_##name
#endif

static inline gchar *exif_get_text(GExiv2Metadata *metadata, const gchar *tag) {
  return EXIF_CALL(get_tag_string)(metadata, tag, NULL);
}

static inline gboolean exif_set_text(GExiv2Metadata *metadata, const gchar *tag,
                                     const gchar *text) {
  return EXIF_CALL(set_tag_string)(metadata, tag, text, NULL);
}

static inline gboolean exif_clear(GExiv2Metadata *metadata, const gchar *tag) {
  return EXIF_CALL(clear_tag)(metadata, tag, NULL);
}

static inline gboolean exif_add_namespace(const gchar *address, const gchar *prefix) {
  return EXIF_CALL(register_xmp_namespace)(address, prefix, NULL);
}

static inline gboolean exif_set_place(GExiv2Metadata *metadata, gdouble longitude,
                                      gdouble latitude, gdouble altitude) {
  return EXIF_CALL(set_gps_info)(metadata, longitude, latitude, altitude, NULL);
}

static inline gboolean exif_get_place(GExiv2Metadata *metadata, gdouble *longitude,
                                      gdouble *latitude) {
  return EXIF_CALL(get_gps_longitude)(metadata, longitude, NULL) &&
         EXIF_CALL(get_gps_latitude)(metadata, latitude, NULL);
}
