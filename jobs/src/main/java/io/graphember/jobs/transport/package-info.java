// SPDX-License-Identifier: Apache-2.0
/** The algorithms' ports over Ignite: calls to the node that owns a partition, sums of trainers. */
@NullMarked
package io.graphember.jobs.transport;

import org.jspecify.annotations.NullMarked;
