// SPDX-License-Identifier: Apache-2.0
/** Jobs: the coordinator of a job, and the trainers and publishers that it asks for on nodes. */
package io.graphember.jobs.run;
