// SPDX-License-Identifier: Apache-2.0
/** A plan computed over partitions, level by level, forward and back. */
@NullMarked
package io.graphember.tgar.step;

import org.jspecify.annotations.NullMarked;
