// SPDX-License-Identifier: Apache-2.0
/**
 * What the cluster has: graphs, models, states and results of jobs, and which caches nobody uses
 * any more.
 */
@NullMarked
package io.graphember.jobs.catalog;

import org.jspecify.annotations.NullMarked;
