// SPDX-License-Identifier: Apache-2.0
/** What jobs have left in the cluster: listed, dropped, and how long it is kept. */
@NullMarked
package io.graphember.jobs.result;

import org.jspecify.annotations.NullMarked;
