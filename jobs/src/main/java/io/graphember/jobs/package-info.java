// SPDX-License-Identifier: Apache-2.0
/** Errors that a cluster answers with. */
package io.graphember.jobs;
