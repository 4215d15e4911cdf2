// SPDX-License-Identifier: Apache-2.0
/** The metrics of a node: what they are called, what they mean, and where they come from. */
@NullMarked
package io.graphember.jobs.metric;

import org.jspecify.annotations.NullMarked;
