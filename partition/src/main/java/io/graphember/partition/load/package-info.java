// SPDX-License-Identifier: Apache-2.0
/**
 * From what is staged to a graph that is cut and written, here or in shards, and what a load will
 * take. Sees no file and no cache.
 */
@NullMarked
package io.graphember.partition.load;

import org.jspecify.annotations.NullMarked;
