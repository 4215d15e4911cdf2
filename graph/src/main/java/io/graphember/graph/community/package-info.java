// SPDX-License-Identifier: Apache-2.0
/** Communities of an undirected graph by the Louvain method, as a tree of smaller ones. */
@NullMarked
package io.graphember.graph.community;

import org.jspecify.annotations.NullMarked;
