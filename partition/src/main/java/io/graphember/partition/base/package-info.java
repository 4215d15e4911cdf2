// SPDX-License-Identifier: Apache-2.0
/** The version of a graph that vertices and edges are added to, as it is read and staged. */
@NullMarked
package io.graphember.partition.base;

import org.jspecify.annotations.NullMarked;
