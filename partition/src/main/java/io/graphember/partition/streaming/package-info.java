// SPDX-License-Identifier: Apache-2.0
/** Vertex cuts made edge by edge in one pass, with memory for the vertices alone. */
@NullMarked
package io.graphember.partition.streaming;

import org.jspecify.annotations.NullMarked;
