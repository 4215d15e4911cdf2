// SPDX-License-Identifier: Apache-2.0
/** What batches that are subgraphs are chosen and normalised by. */
@NullMarked
package io.graphember.training.subgraph;

import org.jspecify.annotations.NullMarked;
