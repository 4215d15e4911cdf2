// SPDX-License-Identifier: Apache-2.0
/** What jobs have left in the cluster: listed, dropped, and how long it is kept. */
package io.graphember.jobs.result;
