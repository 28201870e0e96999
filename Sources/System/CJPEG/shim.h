#pragma once

/* jpeglib.h uses FILE and size_t without including them. */
#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>

/* libjpeg leaves a function that failed by longjmp out of an error handler, which Swift's frames
   must not see: so the reading of a JPEG to its end is the one piece of work that is done in C. */

enum vt_jpeg_verdict {
  VT_JPEG_WHOLE,
  VT_JPEG_DAMAGED,
  VT_JPEG_TOO_LARGE,
  VT_JPEG_UNKNOWN_KIND,
};

/* Reading a progressive JPEG costs as much for each scan as for the first: encoders make about a
   dozen, a bomb thousands. */
enum { VT_JPEG_SCANS = 100 };
/* The coefficients of a progressive JPEG are all held until its end, two or three bytes a pixel. */
enum { VT_JPEG_MEMORY = 256 << 20 };
/* Some cameras leave a few stray bytes behind the pixels; more than this were pixels that something
   overwrote. */
enum { VT_JPEG_LEFT_OVER = 64 };

struct vt_jpeg_reading {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf end;
  enum vt_jpeg_verdict verdict;
};

static inline void vt_jpeg_end(j_common_ptr jpeg, enum vt_jpeg_verdict verdict) {
  struct vt_jpeg_reading *reading = (struct vt_jpeg_reading *)jpeg->client_data;
  reading->verdict = verdict;
  longjmp(reading->end, 1);
}

static inline void vt_jpeg_failed(j_common_ptr jpeg) {
  switch (jpeg->err->msg_code) {
  case JERR_NO_BACKING_STORE:
  case JERR_OUT_OF_MEMORY:
  case JERR_IMAGE_TOO_BIG:
  case JERR_WIDTH_OVERFLOW:
    vt_jpeg_end(jpeg, VT_JPEG_TOO_LARGE);
    break;
  case JERR_SOF_UNSUPPORTED:
  case JERR_BAD_PRECISION:
  case JERR_CONVERSION_NOTIMPL:
    vt_jpeg_end(jpeg, VT_JPEG_UNKNOWN_KIND);
    break;
  default:
    vt_jpeg_end(jpeg, VT_JPEG_DAMAGED);
  }
}

/* libjpeg goes on after a warning and makes up what is missing: most of them mean damage. */
static inline void vt_jpeg_warned(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  switch (jpeg->err->msg_code) {
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_JPEG_EOF:
  case JWRN_MUST_RESYNC:
  case JWRN_ARITH_BAD_CODE:
    vt_jpeg_end(jpeg, VT_JPEG_DAMAGED);
    break;
  case JWRN_EXTRANEOUS_DATA:
    if (((j_decompress_ptr)jpeg)->input_scan_number > 0 &&
        jpeg->err->msg_parm.i[0] > VT_JPEG_LEFT_OVER)
      vt_jpeg_end(jpeg, VT_JPEG_DAMAGED);
    break;
  }
}

static inline void vt_jpeg_ignore_output(j_common_ptr jpeg) { (void)jpeg; }

static inline void vt_jpeg_limit_scans(j_common_ptr jpeg) {
  if (((j_decompress_ptr)jpeg)->input_scan_number > VT_JPEG_SCANS)
    vt_jpeg_end(jpeg, VT_JPEG_TOO_LARGE);
}

/* Reads a JPEG, whose size is known from its header, to its end, and tells whether it is whole.
   At an eighth of its size nearly no pixel is computed, and yet every code is read.

   What is computed are the shades of gray, where the JPEG has them by themselves: they are left in
   `grays`, row by row, if its room is an eighth of width and height, rounded up. `has_grays` says
   whether they are there. */
static inline __attribute__((noinline)) enum vt_jpeg_verdict vt_verify_jpeg(
    FILE *_Nonnull file, unsigned width, unsigned height, unsigned char *_Nullable grays,
    size_t room, int *_Nonnull has_grays) {
  struct vt_jpeg_reading reading;
  j_decompress_ptr jpeg = &reading.jpeg;
  jpeg->err = jpeg_std_error(&reading.errors);
  reading.errors.error_exit = vt_jpeg_failed;
  reading.errors.emit_message = vt_jpeg_warned;
  reading.errors.output_message = vt_jpeg_ignore_output;
  reading.verdict = VT_JPEG_DAMAGED;
  jpeg->client_data = &reading;
  jpeg->mem = NULL;
  jpeg->global_state = 0;
  if (setjmp(reading.end) == 0) {
    jpeg_create_decompress(jpeg);
    jpeg->mem->max_memory_to_use = VT_JPEG_MEMORY;
    reading.progress.progress_monitor = vt_jpeg_limit_scans;
    jpeg->progress = &reading.progress;
    jpeg_stdio_src(jpeg, file);
    jpeg_read_header(jpeg, TRUE);
    if (jpeg->image_width != width || jpeg->image_height != height)
      vt_jpeg_end((j_common_ptr)jpeg, VT_JPEG_DAMAGED);
    jpeg->scale_num = 1;
    jpeg->scale_denom = 8;
    int is_gray =
        jpeg->jpeg_color_space == JCS_YCbCr || jpeg->jpeg_color_space == JCS_GRAYSCALE;
    jpeg->out_color_space = is_gray ? JCS_GRAYSCALE : jpeg->jpeg_color_space;
    jpeg->dct_method = JDCT_IFAST;
    jpeg->do_fancy_upsampling = FALSE;
    jpeg_start_decompress(jpeg);
    is_gray = is_gray && grays && (size_t)jpeg->output_width * jpeg->output_height == room;
    JSAMPARRAY row = jpeg->mem->alloc_sarray(
        (j_common_ptr)jpeg, JPOOL_IMAGE, jpeg->output_width * jpeg->output_components, 1);
    while (jpeg->output_scanline < jpeg->output_height) {
      unsigned char *line =
          is_gray ? grays + (size_t)jpeg->output_scanline * jpeg->output_width : NULL;
      jpeg_read_scanlines(jpeg, line ? &line : row, 1);
    }
    jpeg_finish_decompress(jpeg);
    *has_grays = is_gray;
    reading.verdict = VT_JPEG_WHOLE;
  }
  jpeg_destroy_decompress(jpeg);
  return reading.verdict;
}
