// SPDX-License-Identifier: Apache-2.0
/**
 * Small additions to a graph: one more partition of what was added, and what it changes of the
 * others, which stay as they are stored. Sees neither nodes nor caches.
 */
@NullMarked
package io.graphember.partition.delta;

import org.jspecify.annotations.NullMarked;
