#pragma once

/* Only libxml2's own business: Foundation comes with another ICU, and both in one program of tests
   cannot be imported. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
