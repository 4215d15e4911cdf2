// SPDX-License-Identifier: Apache-2.0
/** Clusters of vertices, which the partitions find: whose cluster is which, and who is in it. */
@NullMarked
package io.graphember.sampling.cluster;

import org.jspecify.annotations.NullMarked;
