// SPDX-License-Identifier: Apache-2.0
/** What a partitioner sees (a stream of edges) and what it answers (edge to partition). */
@NullMarked
package io.graphember.spi.partition;

import org.jspecify.annotations.NullMarked;
