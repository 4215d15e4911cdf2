// SPDX-License-Identifier: Apache-2.0
/** NumPy arrays and archives. */
@NullMarked
package io.graphember.formats.numpy;

import org.jspecify.annotations.NullMarked;
