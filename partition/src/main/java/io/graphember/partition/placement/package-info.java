// SPDX-License-Identifier: Apache-2.0
/** Which partition an edge is in, and where the replicas of a vertex are. */
@NullMarked
package io.graphember.partition.placement;

import org.jspecify.annotations.NullMarked;
