// SPDX-License-Identifier: Apache-2.0
/**
 * Exact Gather-Apply sampling over partitions: operators in {@code op}, requests and the port to
 * the storage nodes in {@code engine}, batches for a backend in {@code batch}.
 */
@NullMarked
package io.graphember.sampling;

import org.jspecify.annotations.NullMarked;
