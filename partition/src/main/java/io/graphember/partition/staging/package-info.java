// SPDX-License-Identifier: Apache-2.0
/**
 * What came of a graph before it is cut: keys, vertices, edges, pairs that are held out, as
 * columns.
 */
@NullMarked
package io.graphember.partition.staging;

import org.jspecify.annotations.NullMarked;
