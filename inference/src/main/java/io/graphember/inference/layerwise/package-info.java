// SPDX-License-Identifier: Apache-2.0
/** The engine: slice after slice over all vertices of all partitions. */
@NullMarked
package io.graphember.inference.layerwise;

import org.jspecify.annotations.NullMarked;
