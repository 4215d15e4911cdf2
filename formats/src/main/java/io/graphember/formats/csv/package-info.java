// SPDX-License-Identifier: Apache-2.0
/** Delimited text. */
@NullMarked
package io.graphember.formats.csv;

import org.jspecify.annotations.NullMarked;
