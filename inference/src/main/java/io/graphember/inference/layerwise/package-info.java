// SPDX-License-Identifier: Apache-2.0
/** The engine: slice after slice over all vertices of all partitions. */
package io.graphember.inference.layerwise;
