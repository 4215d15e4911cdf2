// SPDX-License-Identifier: Apache-2.0
/** Knowledge graphs: files of triples. */
@NullMarked
package io.graphember.formats.triples;

import org.jspecify.annotations.NullMarked;
