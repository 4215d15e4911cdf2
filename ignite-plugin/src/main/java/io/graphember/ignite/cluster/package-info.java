// SPDX-License-Identifier: Apache-2.0
/** The ports of {@code io.graphember.jobs.cluster} by Ignite: nodes, caches, calls. */
@NullMarked
package io.graphember.ignite.cluster;

import org.jspecify.annotations.NullMarked;
