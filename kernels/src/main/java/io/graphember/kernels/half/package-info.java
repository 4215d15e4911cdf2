// SPDX-License-Identifier: Apache-2.0
/** Rows of 16-bit floats: from float32, rounded to nearest, and back. */
@NullMarked
package io.graphember.kernels.half;

import org.jspecify.annotations.NullMarked;
