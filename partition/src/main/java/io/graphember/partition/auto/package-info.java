// SPDX-License-Identifier: Apache-2.0
/** Which partitioner cuts a graph, if the user leaves that open. */
@NullMarked
package io.graphember.partition.auto;

import org.jspecify.annotations.NullMarked;
