// SPDX-License-Identifier: Apache-2.0
/** What a job publishes: computed on the nodes, written into caches by the user's keys. */
@NullMarked
package io.graphember.jobs.publish;

import org.jspecify.annotations.NullMarked;
