// SPDX-License-Identifier: Apache-2.0
/**
 * A load whose edges lie with several nodes: the part of one node, and all parts as the node sees
 * them that builds.
 */
@NullMarked
package io.graphember.partition.shard;

import org.jspecify.annotations.NullMarked;
