// SPDX-License-Identifier: Apache-2.0
/**
 * The ports: what jobs need of a cluster. {@code ignite-plugin} implements them with Ignite, tests
 * with the nodes of one process.
 */
@NullMarked
package io.graphember.jobs.cluster;

import org.jspecify.annotations.NullMarked;
