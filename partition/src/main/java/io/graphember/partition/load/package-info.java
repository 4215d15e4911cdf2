// SPDX-License-Identifier: Apache-2.0
/**
 * From what is staged to partitions: the cut, the topology of each partition, its sections, and
 * what a load will take. Sees no file and no cache.
 */
@NullMarked
package io.graphember.partition.load;

import org.jspecify.annotations.NullMarked;
