#pragma once
#include "../plain-flags.h"
#include <gexiv2/gexiv2.h>
#include <string.h>

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

#if GEXIV2_CHECK_VERSION(0, 16, 0)
/* Since 0.16, gexiv2 writes into files alone, or it uses an image that it has freed. */
static inline GBytes *exif_copy_picture(GExiv2Metadata *metadata, const void *bytes, gsize count) {
  return NULL;
}
#else
/* A picture in memory, as gexiv2 reads and writes it. */
struct exif_stream {
  GByteArray *bytes;
  gint64 place;
};

static inline gboolean exif_stream_can(void *handle) { return TRUE; }

static inline gint64 exif_stream_length(void *handle) {
  return ((struct exif_stream *)handle)->bytes->len;
}

static inline gint64 exif_stream_place(void *handle) {
  return ((struct exif_stream *)handle)->place;
}

static inline gint32 exif_stream_read(void *handle, void *buffer, gint32 offset, gint32 count) {
  struct exif_stream *stream = (struct exif_stream *)handle;
  gint64 left = stream->bytes->len - stream->place;
  gint32 read = (gint32)CLAMP(left, 0, MAX(count, 0));
  memcpy((guint8 *)buffer + offset, stream->bytes->data + stream->place, read);
  stream->place += read;
  return read;
}

static inline void exif_stream_write(void *handle, void *buffer, gint32 offset, gint32 count) {
  struct exif_stream *stream = (struct exif_stream *)handle;
  gint64 end = stream->place + MAX(count, 0);
  if (end > stream->bytes->len) g_byte_array_set_size(stream->bytes, (guint)end);
  memcpy(stream->bytes->data + stream->place, (guint8 *)buffer + offset, MAX(count, 0));
  stream->place = end;
}

/* Beyond the end, gexiv2 would not notice that there is nothing to read. */
static inline void exif_stream_seek(void *handle, gint64 offset, WrapperSeekOrigin origin) {
  struct exif_stream *stream = (struct exif_stream *)handle;
  gint64 length = stream->bytes->len;
  gint64 start = origin == Begin ? 0 : origin == Current ? stream->place : length;
  stream->place = CLAMP(offset, -start, length - start) + start;
}

static inline void exif_stream_flush(void *handle) {}

/* A copy of a picture with these metadata; NULL if its kind cannot have them. */
static inline GBytes *exif_copy_picture(GExiv2Metadata *metadata, const void *bytes, gsize count) {
  struct exif_stream stream = {g_byte_array_new(), 0};
  ManagedStreamCallbacks calls = {&stream,
                                  exif_stream_can,
                                  exif_stream_can,
                                  exif_stream_can,
                                  exif_stream_length,
                                  exif_stream_place,
                                  exif_stream_read,
                                  exif_stream_write,
                                  exif_stream_seek,
                                  exif_stream_flush};
  g_byte_array_append(stream.bytes, (const guint8 *)bytes, (guint)count);
  gboolean is_written = gexiv2_metadata_save_stream(metadata, &calls, NULL);
  /* It is written from the start to its end, which may be before that of the original. */
  if (is_written && stream.place > 0) g_byte_array_set_size(stream.bytes, (guint)stream.place);
  GBytes *copy = g_byte_array_free_to_bytes(stream.bytes);
  if (is_written && stream.place > 0) return copy;
  g_bytes_unref(copy);
  return NULL;
}
#endif
