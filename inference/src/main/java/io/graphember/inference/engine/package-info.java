// SPDX-License-Identifier: Apache-2.0
/** Engines that compute slices instead of this JVM's kernels. */
@NullMarked
package io.graphember.inference.engine;

import org.jspecify.annotations.NullMarked;
