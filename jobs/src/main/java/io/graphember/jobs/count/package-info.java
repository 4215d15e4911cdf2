// SPDX-License-Identifier: Apache-2.0
/** What nodes count of their work, for metrics. */
@NullMarked
package io.graphember.jobs.count;

import org.jspecify.annotations.NullMarked;
