// SPDX-License-Identifier: Apache-2.0
/**
 * Small additions to a graph on a cluster: which they are, what they ask the nodes that have the
 * graph, and the description of the version that they make.
 */
@NullMarked
package io.graphember.jobs.delta;

import org.jspecify.annotations.NullMarked;
