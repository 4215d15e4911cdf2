// SPDX-License-Identifier: Apache-2.0
/**
 * What jobs may take of a node beside its other work: processor time and bytes to other nodes. A
 * quota is kept by pausing, see {@link io.graphember.jobs.quota.JobQuota}; nothing that is computed
 * depends on it.
 */
@NullMarked
package io.graphember.jobs.quota;

import org.jspecify.annotations.NullMarked;
