// SPDX-License-Identifier: Apache-2.0
/** Graphs that are generated. */
@NullMarked
package io.graphember.formats.generated;

import org.jspecify.annotations.NullMarked;
